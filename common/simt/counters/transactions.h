/* What a request costs, as counters.h explains it, from the addresses of its lanes alone. C11;
 * private to the backend. */
#ifndef SIMT_TRANSACTIONS_H
#define SIMT_TRANSACTIONS_H

#include <stdint.h>

/* Above them an address may hold anything that is the same for all lanes. */
enum { SIMT_ADDRESS_BITS = 48 };

/* The lanes of a warp that make a request, and where each accesses memory. */
struct simt_request {
    unsigned lanes;
    unsigned size;        /* bytes a lane */
    uint8_t lane[32];     /* ascending */
    uint64_t address[32]; /* aligned or not */
};

unsigned simt_sectors(const struct simt_request *request);

/* phases: how many of them have a lane in them. */
struct simt_wavefronts {
    unsigned wavefronts, phases;
};
struct simt_wavefronts simt_wavefronts(const struct simt_request *request);

/* How many lanes share the address that most of them have. */
unsigned simt_same_address(const struct simt_request *request);

#endif
