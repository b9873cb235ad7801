export type TrialReceiver = ReturnType<typeof trialReceiver>

const KEPT = 100

const labelsIn = (text: string): string => {
  const counts = new Map<string, number>()
  for (const [, label = ''] of text.matchAll(/"label":"(\w{1,20})"/g)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, count]) => `${count} ${label}`).join(', ')
}

/** Keeps the last hundred in memory, and says a line for each. */
export const trialReceiver = ({ now }: { now: () => number }, say: (text: string) => void) => {
  const kept: { readonly at: string; readonly body: unknown }[] = []
  return {
    /** Takes one and answers what is to be sent back: a challenge is echoed. */
    take(body: Readonly<Record<string, unknown>>): object {
      kept.unshift({ at: new Date(now()).toISOString(), body })
      kept.length = Math.min(kept.length, KEPT)
      const labels = labelsIn(JSON.stringify(body))
      say(`received ${String(body.type ?? 'a notification')}${labels === '' ? '' : `: ${labels}`}`)
      const { challenge } = (body.data ?? {}) as { readonly challenge?: unknown }
      return challenge === undefined ? {} : { challenge }
    },
    /** Newest first. */
    all: () => kept,
  }
}
