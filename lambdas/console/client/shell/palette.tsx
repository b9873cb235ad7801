import { Dialog } from '@signet/ui'
import { AREAS } from '../areas.ts'

/** Finds pages by their names. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Go to" onClose={onClose}>
    <ul>
      {AREAS.map(({ path, title }) => (
        <li key={path}>
          <a href={path} onClick={onClose}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </Dialog>
)
