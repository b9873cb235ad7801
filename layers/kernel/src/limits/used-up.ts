/** The most refusals that are remembered. A caller over its limit costs no write until it may come again. */
const REMEMBERED_MAX = 10_000

export const usedUp = () => {
  const until = new Map<string, number>()
  return {
    find: (id: string): number | undefined => until.get(id),
    remember(id: string, time: number): void {
      if (until.size >= REMEMBERED_MAX) until.clear()
      until.set(id, time)
    },
    forget: (id: string): void => {
      until.delete(id)
    },
  }
}
