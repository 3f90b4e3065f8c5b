/* Opens the page of make explain at the kernel; what stands above it is one move up. */
const kernel = document.getElementById("kernel");
if (kernel && !location.hash)
    kernel.scrollIntoView();
