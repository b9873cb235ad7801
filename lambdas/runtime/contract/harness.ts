import { endpoint } from '@signet/contracts'
import { seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { namespaceHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const Name = () => z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'has', 'in'] as const

const Step = z
  .strictObject({
    id: Name(),
    use: z.enum(['classify', 'run', 'codegen', 'agent', 'grade', 'recall', 'assert']),
    with: z
      .looseObject({})
      .describe(
        'The body of the route; of assert {left, op, right}. A dollar sign and braces around step/pointer stand for a part of an earlier output',
      ),
    when: z.string().max(400).optional().describe('A condition over <step>.ok and saved names'),
    save_as: Name().optional().describe('The output as a fact under this name'),
    expect: z
      .strictObject({
        path: z.string().max(400).describe('JSON pointer into the output'),
        op: z.enum(OPERATORS),
        value: z.unknown(),
      })
      .optional(),
  })
  .meta({ id: 'HarnessStep' })

export const HarnessInput = z
  .strictObject({
    name: z.string().min(1).max(100),
    seed: seedSchema.optional().describe('For steps of the kinds run and agent that name none'),
    inputs: z.looseObject({}).default({}).describe('As the output of a step called inputs'),
    steps: z.array(Step).min(1).max(20),
    stop_on: z.enum(['failure', 'end']).default('failure'),
  })
  .meta({ id: 'HarnessInput' })

export type HarnessBody = z.output<typeof HarnessInput>

export const runHarness = endpoint({
  name: 'runHarness',
  summary: 'Run a pipeline',
  description:
    'Runs steps one after the other, each with the body of its route and parts of what came before. A step fails where it is refused or its expectation does not hold; the rest is skipped unless `stop_on` is `end`. A step needs the scope of its route, and `codegen` and `agent` the plan. A pipeline has 25 seconds.',
  tags: ['harness'],
  route: 'POST /harness/run',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { headers: namespaceHeaders, body: HarnessInput, maxBodyBytes: BODY_BYTES },
  responses: {
    200: {
      description: 'What each step gave',
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
          facts: z.record(z.string(), z.unknown()).describe('What was saved'),
          hash: z.string().optional().describe('Of the last receipt'),
        })
        .meta({ id: 'HarnessReply' }),
    },
  },
  errors: ['unavailable'],
})
