import * as z from 'zod'
import { SEED_MAX } from '../draw/block.ts'
import { INPUT_LIMITS } from './input-problems.ts'
import { RESPONSE_MODES } from './reply.ts'

const factName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

export const factValueSchema = z.union([
  z.string().max(INPUT_LIMITS.text),
  z.number(),
  z.boolean(),
  z.array(z.string().max(INPUT_LIMITS.text)).max(INPUT_LIMITS.list),
])

export const stateSchema = z
  .record(factName, factValueSchema)
  .refine((state) => Object.keys(state).length <= INPUT_LIMITS.facts, `has at most ${INPUT_LIMITS.facts} facts`)

export const seedSchema = z.int().min(0).max(SEED_MAX)
export const intentionSchema = z.string().max(INPUT_LIMITS.intention)
export const querentIdSchema = z.string().regex(/^[A-Za-z0-9._:@-]{1,64}$/)
export const responseModeSchema = z.enum(RESPONSE_MODES)
