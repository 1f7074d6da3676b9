import { Link } from 'react-router-dom';
import { useDevice } from '#features/device/DevicePlace.tsx';
import { truncate } from '#lib/truncate.ts';
import { datastorePath } from '#paths/datastore.ts';
import { type DocumentsChoice, documentsPipeline } from '#pipeline/ask/deviceDocuments.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DocumentsPane.module.css';
import { type FoundDocuments, useDeviceDocuments } from './useDeviceDocuments.ts';

const DocumentsFound = loaded(async () => (await import('./DocumentsFound.tsx')).DocumentsFound);

const ID_MAX = 40;

export function DocumentsPane() {
  const { collections, choice, keep, sorts, work, show } = useDeviceDocuments(useDevice().deviceID);
  const { result, error, running } = work;
  const answered = result?.choice ?? choice;
  return (
    <Pane
      title="Documents"
      aside={answered.collection && answered.field && <OpenInDatastore choice={answered} sorts={sorts} />}
    >
      <form
        className={`${classes['sentence']} ${shared['wrap']}`}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <Sentence collections={collections} choice={choice} result={result} sorts={sorts} onChoice={keep} />
        <Button
          type={running ? 'button' : 'submit'}
          disabled={!choice.collection}
          onClick={running ? work.cancel : undefined}
        >
          {running ? 'Cancel' : buttonWords(result)}
        </Button>
        {result && <Guess result={result} />}
      </form>
      {error && <Problem title="The documents could not be fetched" error={error} retry={show} />}
      {!result && !error && (
        <p className={shared['small']}>
          {running ? 'Asking …' : 'Nothing is asked for until you want it; then at most 5 requests.'}
        </p>
      )}
      {result && <DocumentsFound result={result} />}
    </Pane>
  );
}

function buttonWords(result: FoundDocuments | undefined): string {
  if (!result) return 'Show documents';
  return result.more && result.requests === 1 ? 'Show more' : 'Ask again';
}

/** `choice` is used for the next request; `result` keeps the fields of the last one. */
type SentenceProps = Pick<ReturnType<typeof useDeviceDocuments>, 'collections' | 'choice' | 'sorts'> & {
  result: FoundDocuments | undefined;
  onChoice: (choice: DocumentsChoice) => void;
};

function Sentence({ collections, choice, result, sorts, onChoice }: SentenceProps) {
  const { deviceID } = useDevice();
  const answered = result?.choice ?? choice;
  const part = (label: string, name: 'field' | 'time', unknown = `guessed ${name}`) => (
    <Suggest
      className={classes['part']}
      aria-label={label}
      placeholder={unknown}
      suggestions={fieldNames(result?.documents)}
      value={answered[name]}
      onType={(text) => onChoice({ ...answered, [name]: text })}
    />
  );
  return (
    <>
      in
      <Suggest
        className={classes['part']}
        aria-label="Asked in"
        placeholder="collection"
        suggestions={collections}
        value={choice.collection}
        // fields belong to a collection
        onType={(collection) => onChoice({ collection, field: '', time: '' })}
      />
      where
      {part('Named in', 'field')}
      is {truncate(deviceID, ID_MAX)}
      {sorts ? ', newest by' : ', drawn over'}
      {part('Times in', 'time', sorts || !result ? undefined : 'their order')}
    </>
  );
}

function OpenInDatastore({ choice, sorts }: { choice: DocumentsChoice; sorts: boolean }) {
  const { deviceID } = useDevice();
  const pipeline = documentsPipeline(choice, deviceID, sorts);
  const to = datastorePath({ collection: choice.collection, documentID: '', pipeline, page: 1, view: 'table' });
  return <Link to={to}>Open in Datastore</Link>;
}

function Guess({ result: { guessed, choice } }: { result: FoundDocuments }) {
  const names = [guessed.field && choice.field, guessed.time && choice.time].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <span className={`${classes['guess']} ${shared['hint']}`}>
      {`${names.join(' and ')} ${names.length === 1 ? 'is a guess' : 'are guesses'} from a page of ${choice.collection}; type another, it is remembered`}
    </span>
  );
}

function fieldNames(documents: readonly object[] = []): string[] {
  return [...new Set(documents.flatMap((document) => Object.keys(document)))].filter((name) => name !== 'documentID');
}
