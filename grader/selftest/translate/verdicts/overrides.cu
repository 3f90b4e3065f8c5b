// A virtual function and what overrides it run on the same sides.
struct shape {
    __host__ __device__ virtual int sides() const { return 0; }
    __device__ virtual int area() const { return 0; }
    virtual int of_host() const { return 0; }
    virtual int with(int) const { return 0; }
};
struct square : shape {
    __device__ int sides() const override { return 4; } // error: 'sides' overrides a virtual function
    __device__ int area() const override { return 1; }
    int of_host() const override { return 1; }
    __device__ int with(int, int) const { return 2; }
};
struct cube : square {
    __device__ int area() const override { return 6; }
    __host__ __device__ int sides() const override { return 6; } // error: 'sides' overrides a virtual function
    __device__ int of_host() const override { return 1; } // error: 'of_host' overrides a virtual function
};
