import type * as z from 'zod'

/** A message template with arguments that a user selects in the client. */
export interface Prompt<Args extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Text arguments only: the protocol supports no other types for prompts. */
  readonly args: Args
  /** Returns the message to the model. User input in it is quoted as data. */
  text(args: z.output<Args>): string
}

/** Checks that a prompt fits its own arguments, then widens its type, so that prompts can be in one list. */
export const definePrompt = <Args extends z.ZodObject>(prompt: Prompt<Args>): Prompt => prompt as unknown as Prompt
