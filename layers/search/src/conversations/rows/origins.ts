import * as z from 'zod'

export const Range = z.object({ start: z.int(), end: z.int() })

export const Origin = z.object({ file: z.int(), ...Range.shape })

export const PackRange = z.object({ key: z.string(), ...Range.shape })
