import { Link } from 'react-router-dom';
import { useDevice } from '#features/device/DeviceProvider.tsx';
import { truncate } from '#lib/truncate.ts';
import { buildDeviceDocumentsPipeline, type DeviceDocumentsCriteria } from '#pipeline/run/fetchDeviceDocuments.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { ErrorDetails } from '#ui/states/ErrorDetails.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import classes from './DocumentsPane.module.css';
import { type DocumentsSearchResult, useDeviceDocuments } from './useDeviceDocuments.ts';

const DocumentsFound = lazyComponent(async () => (await import('./DocumentsResult.tsx')).DocumentsResult);

const ID_LENGTH_MAX = 40;

export function DocumentsPane() {
  const { collections, choice, keep, sorts, work, show } = useDeviceDocuments(useDevice().deviceID);
  const { result, error, running } = work;
  const usedChoice = result?.criteria ?? choice;
  return (
    <Pane
      title="Documents"
      aside={usedChoice.collection && usedChoice.field && <OpenInDatastore choice={usedChoice} sorts={sorts} />}
    >
      <form
        className={`${classes['form']} ${shared['wrap']}`}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <DocumentsQueryFields collections={collections} choice={choice} result={result} sorts={sorts} onChange={keep} />
        <Button
          type={running ? 'button' : 'submit'}
          disabled={!choice.collection}
          onClick={running ? work.cancel : undefined}
        >
          {running ? 'Cancel' : getButtonLabel(result)}
        </Button>
        {result && <GuessedFieldsHint result={result} />}
      </form>
      {error && <ErrorDetails title="Could not load the documents" error={error} retry={show} />}
      {!result && !error && (
        <p className={shared['small']}>
          {running ? 'Loading…' : 'Documents are loaded only when you ask for them, with at most 5 requests.'}
        </p>
      )}
      {result && <DocumentsFound result={result} />}
    </Pane>
  );
}

function getButtonLabel(result: DocumentsSearchResult | undefined): string {
  if (!result) return 'Show documents';
  return result.hasMore && result.requestCount === 1 ? 'Show more' : 'Reload';
}

type DocumentsQueryFieldsProps = Pick<ReturnType<typeof useDeviceDocuments>, 'collections' | 'choice' | 'sorts'> & {
  result: DocumentsSearchResult | undefined;
  onChange: (choice: DeviceDocumentsCriteria) => void;
};

function DocumentsQueryFields({ collections, choice, result, sorts, onChange }: DocumentsQueryFieldsProps) {
  const { deviceID } = useDevice();
  const usedChoice = result?.criteria ?? choice;
  const renderField = (label: string, name: 'field' | 'time', unknown = `detected ${name}`) => (
    <Autocomplete
      className={classes['fieldInput']}
      aria-label={label}
      placeholder={unknown}
      suggestions={getFieldNames(result?.documents)}
      value={usedChoice[name]}
      onTextChange={(text) => onChange({ ...usedChoice, [name]: text })}
    />
  );
  return (
    <>
      in
      <Autocomplete
        className={classes['fieldInput']}
        aria-label="Collection"
        placeholder="collection"
        suggestions={collections}
        value={choice.collection}
        // fields belong to a collection
        onTextChange={(collection) => onChange({ collection, field: '', time: '' })}
      />
      where
      {renderField('Device ID field', 'field')}
      <span>
        is <PlainText text={truncate(deviceID, ID_LENGTH_MAX)} />
        {sorts ? ', newest by' : ', plotted over'}
      </span>
      {renderField('Time field', 'time', sorts || !result ? undefined : 'row order')}
    </>
  );
}

function OpenInDatastore({ choice, sorts }: { choice: DeviceDocumentsCriteria; sorts: boolean }) {
  const { deviceID } = useDevice();
  const pipeline = buildDeviceDocumentsPipeline(choice, deviceID, sorts);
  const to = buildDatastoreUrl({ collection: choice.collection, documentID: '', pipeline, page: 1, view: 'table' });
  return <Link to={to}>Open in Datastore</Link>;
}

function GuessedFieldsHint({ result: { guessed, criteria } }: { result: DocumentsSearchResult }) {
  const names = [guessed.field && criteria.field, guessed.time && criteria.time].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <span className={`${classes['guess']} ${shared['hint']}`}>
      {`${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} detected from a page of ${criteria.collection}. Type another name to change it; it is saved.`}
    </span>
  );
}

function getFieldNames(documents: readonly object[] = []): string[] {
  return [...new Set(documents.flatMap((document) => Object.keys(document)))].filter((name) => name !== 'documentID');
}
