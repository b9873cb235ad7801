export type TrialReceiver = ReturnType<typeof trialReceiver>

const MAX_NOTIFICATIONS = 100

const labelsIn = (text: string): string => {
  const counts = new Map<string, number>()
  for (const [, label = ''] of text.matchAll(/"label":"(\w{1,20})"/g)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, count]) => `${count} ${label}`).join(', ')
}

/**
 * A webhook receiver for trying out notifications locally. Stores the last hundred in memory, and logs one line for
 * each.
 */
export const trialReceiver = ({ now }: { now: () => number }, log: (text: string) => void) => {
  const notifications: { readonly at: string; readonly body: unknown }[] = []
  return {
    /** Accepts a notification. Returns the response: a challenge is echoed. */
    receive(body: Readonly<Record<string, unknown>>): object {
      notifications.unshift({ at: new Date(now()).toISOString(), body })
      notifications.length = Math.min(notifications.length, MAX_NOTIFICATIONS)
      const labels = labelsIn(JSON.stringify(body))
      log(`received ${String(body.type ?? 'a notification')}${labels === '' ? '' : `: ${labels}`}`)
      const { challenge } = (body.data ?? {}) as { readonly challenge?: unknown }
      return challenge === undefined ? {} : { challenge }
    },
    /** Newest first. */
    list: () => notifications,
  }
}
