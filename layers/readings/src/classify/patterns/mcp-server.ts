import type { Pattern } from '../pattern.ts'

export const mcpServer: Pattern = {
  id: 'mcp-server',
  title: 'MCP server',
  description: 'Offers tools, resources and prompts to AI assistants over the Model Context Protocol.',
  terms: {
    names: 'mcp, mcp server, model context protocol, mcp tool, mcp tools, tools for claude, tool server, agent tools',
    typical:
      'claude, cursor, chatgpt, assistant can, ai assistant, ai assistants, expose tools, exposes tools, as tools, tool calls, tool calling, let agents call, for agents, coding agent, coding assistant, ide assistant, llm tools, callable by, expose our api to, give the model access, vs code, desktop assistant, from claude, inside claude, in cursor, chatgpt can, ai clients, ai client, for llms, let claude, so claude',
    hints:
      'tool, agent, agents, model, llm, ai, prompt, prompts, resources, expose, connect, query our, look things up, schema, stdio, context, chat client, tools, copilot, assistants',
  },
  phrasings: [
    'Developers ask their coding companion about our build and it should be able to look',
    'Make the warehouse figures reachable for the chat program that everybody has on the desk',
    'Language models should be able to file a ticket with us by themselves',
    'Whoever uses Claude in our company should get at the wiki from there',
    'Offer our calendar functions in the form that AI clients understand',
    'The bot in the editor needs to read our design tokens while it writes code',
    'Let a model call our internal search, with permissions of the person who asks',
    'Wrap the CRM so that an assistant can look up an account in the middle of a talk',
    'Support wants to ask questions of the order system from their AI desktop app',
    'Give AI clients a safe list of actions on our servers: status, logs, restart',
    'Connect the chat assistant to our feature flags, for reading only',
    'An adapter that makes our API usable by any agent without custom glue',
    'Publish what our maps service can do so that models can pick and call it',
    'From within the AI editor people should run our linters and get findings back',
    'Let the assistant draft and post release notes through our system',
    'A bridge by which language models query the metrics store',
    'Analysts want their AI program to see the data catalogue and sample tables',
    'Make our ticketing actions discoverable for models, with descriptions and limits',
    'Have the desktop AI read our runbooks as resources',
    'Standard plug for AI clients to our shop: search articles, check stock, reserve',
    'Models should be given the company’s style guide and a checker they can run',
    'Give Cursor a way to look into our database schema, without write access',
  ],
}
