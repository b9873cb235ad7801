import { GraderInput, GraderReply } from '@signet/runtime-schemas/grader'
import { LoopView, TickBody } from '@signet/runtime-schemas/loop'
import * as z from 'zod'

/** The input of a tool that advances an interview, with the rules of the route. */
export const Input = z.strictObject({ id: z.uuid(), ...TickBody.shape })
export const Output = LoopView
export const graded = { input: GraderInput, output: GraderReply }

export {}
