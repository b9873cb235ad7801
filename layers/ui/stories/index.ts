import { controlStories } from './control-stories.tsx'
import { dataStories } from './data-stories.tsx'
import { documentStories } from './document-stories.tsx'
import { overlayStories } from './overlay-stories.tsx'
import { stateStories } from './state-stories.tsx'
import type { Story } from './story.ts'

export const STORIES: readonly Story[] = [
  ...controlStories,
  ...dataStories,
  ...documentStories,
  ...stateStories,
  ...overlayStories,
]
