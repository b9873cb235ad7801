import type * as z from 'zod'

/** A template of a message that a person picks in the client, with arguments for it. */
export interface Prompt<Args extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Texts: the protocol knows no other arguments of prompts. */
  readonly args: Args
  /** The message to the model. What people typed stands in it as data. */
  text(args: z.output<Args>): string
}

/** Checks that a prompt fits its own arguments, then widens its type, so that prompts can be in one list. */
export const definePrompt = <Args extends z.ZodObject>(prompt: Prompt<Args>): Prompt => prompt as unknown as Prompt
