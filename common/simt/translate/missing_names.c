/* Names that only CUDA's functions which the CPU backend lacks take or give: graphs, textures,
 * pools, launches with attributes. In a hand-in they are refused by name, where the compiler
 * would only say that it does not know them; programs have headers of simt/others for some. */
#include "translate/passes.h"
#include "translate/tokens.h"

static const char *const missing[] = {
    "cudaGraph_t",
    "cudaGraphExec_t",
    "cudaGraphNode_t",
    "cudaKernelNodeParams",
    "cudaArray_t",
    "cudaChannelFormatDesc",
    "cudaResourceDesc",
    "cudaTextureDesc",
    "cudaTextureObject_t",
    "cudaSurfaceObject_t",
    "cudaPitchedPtr",
    "cudaExtent",
    "cudaPos",
    "cudaMemcpy3DParms",
    "cudaMemPool_t",
    "cudaMemPoolProps",
    "cudaLaunchConfig_t",
    "cudaLaunchAttribute",
    "cudaIpcMemHandle_t",
    "cudaIpcEventHandle_t",
    "cudaStreamAttrValue",
    "__fns",
    NULL,
};

void refuse_missing_names(struct source *s)
{
    for (int i = 0; i < s->count && !s->is_program; i++)
        if (!s->tokens[i].inert && !s->tokens[i].conditional && is_one_of(s, i, missing))
            refuse(s, i, "not supported without a GPU: %.*s", text_length(s, i),
                   s->tokens[i].text);
}
