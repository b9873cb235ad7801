import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { toolManifest } from '@signet/mcp/rest'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { verifies } from '../../spec/verifies.ts'
import { imageWorld } from './image-world.ts'

const { tools } = toolManifest(imageWorld(() => undefined).tools)

/** A token is about four characters of JSON; models pay for the list with every conversation. */
const TOKENS_MAX = 4_150

describe('the list of image tools', () => {
  verifies('IMG-4.9-1', 'matches the snapshot that agents rely on', () => {
    expect(tools).toMatchSnapshot()
  })

  it('stays within the token budget', () => {
    const tokens = Math.ceil(JSON.stringify(tools).length / 4)
    expect(tokens).toBeLessThanOrEqual(TOKENS_MAX)
    expect(tokens).toBeGreaterThan(TOKENS_MAX - 400)
  })

  verifies('IMG-4.9-5', 'generate_image has the parameters of the specification with the rules of the REST API', () => {
    const { input_schema } = tools.find(({ tool }) => tool === 'generate_image') ?? {}
    const { properties, required } = input_schema as { properties: Record<string, object>; required: string[] }
    expect(Object.keys(properties).sort()).toEqual(
      'prompt quality_tier provider_a_model edge_model model aspect_ratio image_size negative_prompt seed mode input_job_id input_asset_url output_preset background_removal output_format output_quality'
        .split(' ')
        .sort(),
    )
    expect(required).toEqual(['prompt'])
    const rest = z.toJSONSchema(z.object(GenerateRequest.shape), { io: 'input' }) as {
      properties: Record<string, object>
    }
    for (const [name, { pattern: _, ...schema }] of Object.entries<{ pattern?: string }>(properties)) {
      expect(rest.properties[name], name).toMatchObject(schema)
    }
  })

  it('describes every tool, in names that every model accepts', () => {
    for (const { tool, description, hints } of tools) {
      expect(tool).toMatch(/^[a-z_]{1,64}$/)
      expect(description.length).toBeGreaterThan(40)
      expect(Object.values(hints).every((hint) => typeof hint === 'boolean')).toBe(true)
    }
  })
})
