import type { McpServer } from '@modelcontextprotocol/server'
import { cleaned } from '../cleaned.ts'
import type { Prompt } from '../prompt.ts'

export const addPrompts = (server: McpServer, prompts: readonly Prompt[]): void => {
  for (const prompt of prompts) {
    const { name, title, description, args: argsSchema } = prompt
    server.registerPrompt(name, { title, description, argsSchema }, async (args) => ({
      description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: cleaned(prompt.text(args)) } }],
    }))
  }
}
