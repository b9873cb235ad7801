import { wellFormedText } from '@signet/contracts'
import * as z from 'zod'

const path = () => z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0\\]{1,200}$/, 'must be a path in the project')

const FILES_MAX = 300
const CHARACTERS_MAX = 262_144

export const projectFiles = () =>
  z
    .array(z.strictObject({ path: path(), content: wellFormedText(CHARACTERS_MAX) }))
    .max(FILES_MAX)
    .describe('Current files of the project')

export const updatedProject = () =>
  z.object({
    files: z.array(
      z.object({
        path: z.string(),
        content: z.string(),
        status: z.enum(['unchanged', 'updated', 'merged', 'conflict', 'added', 'removed', 'kept']),
      }),
    ),
  })
