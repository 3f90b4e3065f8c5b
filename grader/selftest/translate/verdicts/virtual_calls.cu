// A virtual function runs where its class says, whatever else the class has.
struct figure {
    virtual int sides() const { return 0; }
    __device__ virtual int area() const { return 0; }
};
__global__ void k(int *x, const figure *f)
{
    x[0] = f->area();
    x[1] = f->sides(); // error: host function 'sides' is called by 'k'
}
