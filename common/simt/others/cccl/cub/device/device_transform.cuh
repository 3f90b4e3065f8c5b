/* DeviceTransform of CUB is made for the newest devices, and is not there. Read in place of
 * CUB's own header of this name, see others/thrust.h. C++17. */
