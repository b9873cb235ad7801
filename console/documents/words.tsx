export const Words = ({ text }: { readonly text: string }) => (
  <div class="stack tight">
    {text
      .split(/\n{2,}/)
      .filter(Boolean)
      .map((paragraph, index) => (
        <p key={index}>
          {paragraph.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}
        </p>
      ))}
  </div>
)
