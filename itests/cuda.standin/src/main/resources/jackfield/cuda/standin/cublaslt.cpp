// A stand-in for libcublasLt, for tests only. It chooses an algorithm for every product, and then
// ends each multiplication with the status that a test has chosen, without adding any work.
#include <cstdint>
#include <cstring>

#define API extern "C" __attribute__((visibility("default"))) int

static int status = 15;      // of multiplications; 15: not supported
static uint64_t objects = 0; // that were created, which are their handles

static int create(uint64_t* object) {
  *object = ++objects;
  return 0;
}

API standin_matmul_status(int code) { status = code; return 0; }
API cublasLtCreate(uint64_t* handle) { return create(handle); }
API cublasLtDestroy(uint64_t) { return 0; }
API cublasLtMatmulDescCreate(uint64_t* object, int, int) { return create(object); }
API cublasLtMatmulDescDestroy(uint64_t) { return 0; }
API cublasLtMatmulDescSetAttribute(uint64_t, int, const void*, uint64_t) { return 0; }
API cublasLtMatrixLayoutCreate(uint64_t* object, int, uint64_t, uint64_t, int64_t) {
  return create(object);
}
API cublasLtMatrixLayoutDestroy(uint64_t) { return 0; }
API cublasLtMatrixLayoutSetAttribute(uint64_t, int, const void*, uint64_t) { return 0; }
API cublasLtMatmulPreferenceCreate(uint64_t* object) { return create(object); }
API cublasLtMatmulPreferenceSetAttribute(uint64_t, int, const void*, uint64_t) { return 0; }
API cublasLtMatmulPreferenceDestroy(uint64_t) { return 0; }
API cublasLtMatmulAlgoGetHeuristic(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                   uint64_t, int, void* results, int* found) {
  memset(results, 0, 96);  // an algorithm without a workspace
  *found = 1;
  return 0;
}
API cublasLtMatmul(uint64_t, uint64_t, const void*, uint64_t, uint64_t, uint64_t, uint64_t,
                   const void*, uint64_t, uint64_t, uint64_t, uint64_t, const void*, uint64_t,
                   uint64_t, uint64_t) {
  return status;
}
