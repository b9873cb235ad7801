/** Maximum size of a PDF to stamp: it is in memory three times. */
export const PDF_MAX_BYTES = 10_485_760
export const PAGES_MAX = 2_000
/**
 * Maximum decompressed bytes of all object streams in a PDF. A PDF of 2,000 pages has 0.5 MB of them, a tagged one 4
 * MB.
 */
export const OBJECT_BYTES_MAX = 8_388_608
/** Maximum decompressed bytes of the content of all pages. Operators are counted, nothing is stored. */
export const CONTENT_BYTES_MAX = 67_108_864
/** Maximum entries of one object table: a PDF of 10 MiB has no more objects. */
export const ENTRIES_MAX = 1_000_000
/** Maximum graphics states that a page leaves open, or closes without having opened them. */
export const OPEN_STATES_MAX = 1_000
/** Maximum characters in a line of the stamp, as many as fit on an A4 page in the smallest size. */
export const LINE_MAX = 300
/**
 * Limits of the stamping thread: time, and heap. A PDF of 2,000 pages with 40,000 structure marks takes 4 s and 400 MB.
 */
export const THREAD_LIMITS = { ms: 15_000, heapMb: 700 }
