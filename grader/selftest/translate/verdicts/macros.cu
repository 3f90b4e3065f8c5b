/* What a kernel reads by a macro: all that any #if may make of it counts. */
static int scale = 2;
static const signed char table[] = {0, 1};
static const int LIMIT = 3;
struct box { int scale; };
#define SCALE scale
#define AT(i) table[i]
#define MOST LIMIT
#define FIELD(b) b.scale
#ifdef SMALL
#define STEP (scale + 1)
#else
#define STEP scale
#endif
__global__ void k1(int *x) { x[0] = SCALE; } // error: scale is a host variable
__global__ void k2(int *x) { x[0] = AT(1); } // error: table is an array of the host
__global__ void k3(int *x) { x[0] = STEP; } // error: scale is a host variable
__global__ void k4(int *x, int scale) { x[0] = SCALE + STEP; }
__global__ void k5(int *x) { x[0] = sizeof(SCALE) + MOST; }
__global__ void k6(int *x) { box b = {1}; x[0] = FIELD(b); }
int host() { return SCALE + AT(1) + STEP; }
