import { endpoint } from '@signet/contracts'
import { seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { namespaceHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const Name = () => z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'has', 'in'] as const

const Step = z
  .strictObject({
    id: Name().describe('Name of the step, unique in the pipeline'),
    use: z
      .enum(['classify', 'run', 'codegen', 'agent', 'grade', 'recall', 'assert'])
      .describe('Kind of step: the route to call, or `assert` to compare two values'),
    with: z
      .looseObject({})
      .describe(
        'Body of the route, or `{left, op, right}` for `assert`. A dollar sign followed by `{step/pointer}` is replaced by that part of an earlier output.',
      ),
    when: z
      .string()
      .max(400)
      .optional()
      .describe('Condition on `<step>.ok` and saved names. If the condition is not true, the step is skipped.'),
    save_as: Name().optional().describe('Name under which to save the output as a fact'),
    expect: z
      .strictObject({
        path: z.string().max(400).describe('JSON Pointer (RFC 6901) to a value in the output'),
        op: z.enum(OPERATORS),
        value: z.unknown(),
      })
      .optional()
      .describe('Expectation about the output. If the expectation is not met, the step fails.'),
  })
  .meta({ id: 'HarnessStep' })

export const HarnessInput = z
  .strictObject({
    name: z.string().min(1).max(100),
    seed: seedSchema.optional().describe('Default seed for steps of kind `run`, `codegen` and `agent`'),
    inputs: z
      .looseObject({})
      .default({})
      .describe('Values that steps can reference as the output of a step named `inputs`'),
    steps: z.array(Step).min(1).max(20),
    stop_on: z
      .enum(['failure', 'end'])
      .default('failure')
      .describe('`failure`: skips the remaining steps after a failed one; `end`: runs all steps'),
  })
  .meta({ id: 'HarnessInput' })

export type HarnessBody = z.output<typeof HarnessInput>

export const runHarness = endpoint({
  name: 'runHarness',
  summary: 'Run a pipeline',
  description:
    'Runs steps in order. Each step calls a route with a body that can reference earlier outputs. A step fails if its route returns an error or its expectation is not met. The remaining steps are then skipped, unless `stop_on` is `end`. Each step requires the scope of its route; `codegen` and `agent` also require a paid plan. A pipeline can run for up to 25 seconds.',
  tags: ['harness'],
  route: 'POST /harness/run',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { headers: namespaceHeaders, body: HarnessInput, maxBodyBytes: BODY_BYTES },
  responses: {
    200: {
      description: 'The output of each step',
      schema: z
        .object({
          ok: z.boolean(),
          steps: z.array(
            z.object({
              id: z.string(),
              ok: z.boolean(),
              skipped: z.boolean().optional(),
              hash: z.string().optional(),
              output: z.unknown().optional(),
              error: z.looseObject({ code: z.string(), error: z.string() }).optional(),
            }),
          ),
          facts: z.record(z.string(), z.unknown()).describe('Values that steps saved, by name'),
          hash: z
            .string()
            .optional()
            .describe('Hash of the last receipt that a step issued; absent if no step issued one'),
        })
        .meta({ id: 'HarnessReply' }),
    },
  },
  errors: ['unavailable'],
})
