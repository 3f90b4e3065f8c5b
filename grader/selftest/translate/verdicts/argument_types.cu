// A kernel that is a template is made for types which the host's functions do not hide.
struct open { int n; };
template <class T> __global__ void k(T t, int *x) { x[0] = t.n; }
__global__ void plain(open t, int *x) { x[0] = t.n; }
void launches(int *x)
{
    struct own { int n; };
    own a = {1};
    k<<<1, 1>>>(open{3}, x);
    plain<<<1, 1>>>(open{3}, x);
    k<<<1, 1>>>(a, x);      // error: cannot take the type 'own', which is a function's own
}
class box {
    struct inner { int n; };
public:
    struct outer { int n; };
    void launch(int *x)
    {
        k<<<1, 1>>>(outer{1}, x);
        k<<<1, 1>>>(inner{1}, x); // error: cannot take the type 'inner', which is private
    }
};
