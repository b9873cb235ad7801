import { PageHead } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { evidence } from '../api/evidence.ts'
import { useAction } from '../session/action.ts'
import { ActionForm, CancelLink } from '../session/action-form.tsx'
import { useFormDraft } from '../session/draft-form.ts'
import { invalidate } from '../session/queries.ts'
import { assetOf, EMPTY_ASSET, missingField } from './asset-draft.ts'
import { AssetFields, AssetPreview } from './asset-fields.tsx'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { evidenceFault } from './refusals.tsx'

export const NewAssetPage = () => {
  const { route } = useLocation()
  const { draft, change } = useFormDraft(EMPTY_ASSET)
  const add = useAction(
    () => evidence.createEvidenceAsset(assetOf(draft)),
    () => {
      void invalidate('evidence')
      route('/evidence/library')
    },
  )
  return (
    <div class="stack">
      <PageHead title="New asset" about="An asset is evidence that closes gaps in your texts, with its source." />
      <EvidenceTabs current="/evidence/library" />
      <div class="playground">
        <ActionForm
          action={{ isBusy: add.isBusy, fault: evidenceFault(add.error) }}
          onSubmit={() => add.run()}
          text="Create asset"
          unavailable={missingField(draft)}
          secondary={<CancelLink href="/evidence/library" />}
        >
          <AssetFields draft={draft} change={change} fields={add.fields} />
        </ActionForm>
        <div class="passage">
          <AssetPreview draft={draft} />
        </div>
      </div>
    </div>
  )
}
