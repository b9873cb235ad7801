import type { TokenUsage } from '@signet/language-model'
import type { Meter } from '../conversations/index.ts'

/** Returns a function that adds the tokens of a model response to the usage of the workspace. */
export const tokenRecorder =
  ({ note }: Pick<Meter, 'note'>, workspace: string) =>
  ({ inputTokens, outputTokens }: TokenUsage): void =>
    note(workspace, { tokens_in: inputTokens, tokens_out: outputTokens })
