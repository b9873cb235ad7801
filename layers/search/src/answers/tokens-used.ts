import type { TokenUsage } from '@signet/language-model'
import type { Meter } from '../conversations/index.ts'

export const tokensUsed =
  ({ note }: Pick<Meter, 'note'>, workspace: string) =>
  ({ inputTokens, outputTokens }: TokenUsage): void =>
    note(workspace, { tokens_in: inputTokens, tokens_out: outputTokens })
