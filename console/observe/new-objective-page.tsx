import { PageHead } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { observe } from '../api/observe.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'
import { type ObjectiveDraft, objectiveDraftOf, objectiveOf } from './objective-draft.ts'
import { ObjectiveForm } from './objective-form.tsx'

export const NewObjectivePage = () => {
  const { route } = useLocation()
  const create = useAction(
    (draft: ObjectiveDraft) => observe.createObserveSlo({ name: draft.name, ...objectiveOf(draft) }),
    ({ id }) => {
      void readAgain('observe')
      route(`/observe/alerts/objectives/${id}`)
    },
  )
  return (
    <div class="stack">
      <PageHead title="New objective" about="What was sent before counts, too, as far as the plan keeps it." />
      <ObjectiveForm begin={objectiveDraftOf()} save={create} isNew />
    </div>
  )
}
