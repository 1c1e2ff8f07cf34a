// Final answers of a gateway after which no other gateway is tried: the called user has decided
// (domain.md §3.4).
export const STOP_CODES: readonly number[] = [486, 600, 603, 607, 608]
