import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';

export const LazyDocumentSourceForm = lazyComponent(
  async () => (await import('./DocumentSourceForm.tsx')).DocumentSourceForm,
);

export function ChooseDocumentsPopover({ label, onSaved }: { label: string; onSaved?: () => void }) {
  return (
    <Popover
      label="Choose documents"
      placement={{ width: 320 }}
      renderTrigger={(control) => (
        <Button {...control} variant="link" size="row">
          {label}
        </Button>
      )}
    >
      {(close) => (
        <LazyDocumentSourceForm
          onDone={() => {
            close();
            onSaved?.();
          }}
        />
      )}
    </Popover>
  );
}
