import { PageHead } from '@signet/ui'
import { APIS } from './apis.ts'

export const StartPage = () => (
  <div class="stack">
    <PageHead
      title="API reference"
      about="Every feature of this console is available through an API. Choose an API to see its operations."
    />
    <div class="columns">
      {APIS.map(({ key, title, path }) => (
        <div class="card" key={key}>
          <h2>
            <a href={`/docs/${key}`}>{title}</a>
          </h2>
          <p class="second small">
            <a href={path} download={`${key}.openapi.json`}>
              OpenAPI 3.1
            </a>
          </p>
        </div>
      ))}
    </div>
  </div>
)
