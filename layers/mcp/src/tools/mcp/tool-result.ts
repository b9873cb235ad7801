import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Outcome } from '../call-tool.ts'
import { ToolFailure } from '../tool.ts'

/**
 * Converts the outcome of a call to an MCP result. A failure becomes a result for the model: one JSON object with a
 * hint.
 */
export const resultOf = (outcome: Outcome): CallToolResult => {
  if (outcome instanceof ToolFailure) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(outcome.body) }] }
  }
  const { text, output, pictures = [], links = [] } = outcome
  return {
    content: [
      { type: 'text', text },
      ...pictures.map(({ base64, mediaType }) => ({ type: 'image' as const, data: base64, mimeType: mediaType })),
      ...links.map(({ uri, name, mediaType }) => ({ type: 'resource_link' as const, uri, name, mimeType: mediaType })),
    ],
    structuredContent: output,
  }
}
