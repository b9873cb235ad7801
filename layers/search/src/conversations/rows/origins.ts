import * as z from 'zod'

export const Range = z.object({ start: z.int(), end: z.int() })

/** A place in an upload: file and byte range. */
export const Origin = z.object({ file: z.int(), ...Range.shape })

/** A conversation in a pack, compressed separately. */
export const Packed = z.object({ key: z.string(), ...Range.shape })
