/** Bytes of a PDF that is stamped, at most: it is in memory three times. */
export const PDF_MAX_BYTES = 10_485_760
/** Pages of a PDF that is stamped, at most. */
export const PAGES_MAX = 2_000
/** Bytes that all streams of objects in a PDF may become. Pictures and text of pages are not opened. */
export const OBJECT_BYTES_MAX = 67_108_864
/** Entries that one table of objects may have: a PDF of 10 MiB has no more objects. */
export const ENTRIES_MAX = 1_000_000
