/** Bytes of a PDF that is stamped, at most: it is in memory three times. */
export const PDF_MAX_BYTES = 10_485_760
export const PAGES_MAX = 2_000
/** Bytes that all streams of objects in a PDF may become. One of 2,000 pages has half a megabyte of them, one that is tagged four. */
export const OBJECT_BYTES_MAX = 8_388_608
/** Bytes that the texts of all pages may become: their operators are counted, nothing is kept. */
export const CONTENT_BYTES_MAX = 67_108_864
/** Entries that one table of objects may have: a PDF of 10 MiB has no more objects. */
export const ENTRIES_MAX = 1_000_000
/** States of graphics that a page leaves open, or closes without having opened them, at most. */
export const OPEN_STATES_MAX = 1_000
/** Letters of a line of the stamp, at most: as many as fit on a page of A4 in the smallest size. */
export const LINE_MAX = 300
/** What the thread that stamps may take: time, and memory of its objects. A PDF of 2,000 pages with 40,000 marks of structure takes four seconds and 400 MB. */
export const THREAD_LIMITS = { ms: 15_000, heapMb: 700 }
