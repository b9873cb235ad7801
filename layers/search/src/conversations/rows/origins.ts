import * as z from 'zod'

export const Range = z.object({ start: z.int(), end: z.int() })

/** Byte range of a conversation in a file of an upload. `file`: number of the file, from 0 (a ZIP has several). */
export const Origin = z.object({ file: z.int(), ...Range.shape })

/** Byte range of a stored conversation in a pack, which is an object with the conversations of one batch. */
export const PackRange = z.object({ key: z.string(), ...Range.shape })
