// The host's constants: a kernel has their values, and no address, which a reference needs.
const int N = 5, SIX = N + 1;
const float HALF = 0.5f;
constexpr int FIVE = 5;
const char *const NAME = "n";
constexpr const char *WORD = "w";
static int changes = 3;
static int counts()
{
    return changes;
}
constexpr int four()
{
    return 4;
}
const int BEFORE = changes, LATER = counts(), FOUR = four();

struct shape {
    static int count;
    static constexpr int SIZE = 4, OTHER = 5;
    static constexpr int ROWS = 4;
    static constexpr int SIDES[3] = {1, 2, 3};
    static const int EDGES = 7;
    int n;
    __device__ int side(int i) const
    {
        return SIDES[i]; // error: SIDES is an array of the host
    }
};
template <class T> struct table {
    static constexpr T ROW[2] = {1, 2};
};

__device__ int by_value(int n)
{
    return n;
}
__device__ int by_reference(const int &n, int m)
{
    return n + m;
}
template <class T> __device__ T larger(const T &a, const T &b)
{
    return a < b ? b : a;
}
__device__ float by_other(const float &x)
{
    return x;
}
struct made {
    int n;
    __device__ made(const int &m) : n(m) {}
};
__device__ const int &given()
{
    return N; // error: N is a constant of the host
}

__global__ void values(int *out, float *f, int i)
{
    out[0] = N + SIX + FIVE + FOUR + by_value(N) + by_reference(N + 1, N) + WORD[0];
    out[1] = shape::ROWS + shape::EDGES + sizeof(shape::SIDES);
    out[2] = shape::SIDES[2];
    out[3] = table<int>::ROW[1];
    out[2] = larger<int>(3, i) + min(N, i) + max(shape::ROWS, i);
    f[0] = HALF * 3 + by_other(N);
    const float &half = N;
    made one_more(N + 1);
    f[1] = half + one_more.n;
    int own = N;
    const int &copy = own;
    out[3] = copy & N;
    shape one = {4};
    out[4] = one.side(i);
}

__global__ void addresses(int *out, float *f, const int **at, int i)
{
    const int &n = N;                          // error: N is a constant of the host
    auto &&five = FIVE;                        // error: FIVE is a constant of the host
    out[0] = by_reference(N, 3);               // error: N is a constant of the host
    out[1] = by_reference(3, N);
    out[2] = larger(i, SIX);                   // error: SIX is a constant of the host
    out[3] = NAME[0];                          // error: NAME is a host variable
    out[4] = BEFORE;                           // error: BEFORE is a host variable
    out[5] = LATER;                            // error: LATER is a host variable
    out[6] = shape::count;                     // error: count is a host variable
    const int &rows = shape::ROWS;             // error: ROWS is a constant of the host
    out[7] = shape::SIDES[i];                  // error: SIDES is an array of the host
    out[8] = table<int>::ROW[i] + n + five;    // error: ROW is an array of the host
    made more(N);                              // error: N is a constant of the host
    f[0] = by_other(HALF) + more.n;            // error: HALF is a constant of the host
    *at = shape::SIDES;                        // error: SIDES is an array of the host
    for (int k = 0; k < 3; k++)
        out[k] = shape::SIDES[k] + rows;       // error: SIDES is an array of the host
    out[9] = by_reference(shape::EDGES, 1);    // error: EDGES is a constant of the host
}
