import * as z from 'zod'

export const Range = z.object({ start: z.int(), end: z.int() })

/** Where in an upload something stands: which of its files, and bytes of it. */
export const Origin = z.object({ file: z.int(), ...Range.shape })

/** A conversation in a pack, compressed by itself. */
export const Packed = z.object({ key: z.string(), ...Range.shape })
