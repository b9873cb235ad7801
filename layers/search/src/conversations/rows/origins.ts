import * as z from 'zod'

export const Range = z.object({ start: z.int(), end: z.int() })

/** Byte range of a conversation in an uploaded file. */
export const Origin = z.object({ file: z.int(), ...Range.shape })

/** Byte range of a stored conversation in a pack, which is an object with the conversations of one batch. */
export const PackRange = z.object({ key: z.string(), ...Range.shape })
