import type { Bucket } from '@signet/kernel/bucket'

export const removeObjects = async (
  objects: Pick<Bucket, 'list' | 'remove'>,
  prefixes: readonly string[],
): Promise<void> => {
  for (const prefix of prefixes)
    for (let keys = await objects.list(prefix); keys.length > 0; keys = await objects.list(prefix))
      await objects.remove(keys)
}
