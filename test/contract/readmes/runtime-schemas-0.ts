import { GraderInput, GraderReply } from '@signet/runtime-schemas/grader'
import { LoopView, TickBody } from '@signet/runtime-schemas/loop'
import * as z from 'zod'

/** The input of a tool that goes on with an interview: the rules are those of the route. */
export const Input = z.strictObject({ id: z.uuid(), ...TickBody.shape })
export const Output = LoopView
export const graded = { input: GraderInput, output: GraderReply }

export {}
