import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { addRecentCollection, getRecentCollectionsSetting } from '#pipeline/draft/recentCollections.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useConnection } from '#session/useSession.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { ErrorDetails } from '#ui/states/ErrorDetails.tsx';
import shared from '#ui/theme/shared.module.css';
import { detectDocumentSource } from './detectDocumentSource.ts';
import { documentSourceSetting } from './documentSource.ts';

type FieldErrors = Partial<Record<keyof DocumentSource, string>>;

/**
 * Form for the collection and fields of the devices' documents. Empty fields are detected from a page of documents.
 * Without `onDone`, it is a part of another panel, in place of the values that need the documents.
 */
export function DocumentSourceForm({ onDone }: { onDone?: () => void }) {
  const { id: savedConnectionId } = useCurrentConnection();
  const [saved] = useSetting(documentSourceSetting(savedConnectionId));
  const [recent] = useSetting(getRecentCollectionsSetting(savedConnectionId));
  const { data: host = {} } = useQuery(hostConfigQueryOptions);
  const collections = [...new Set([...recent, ...(host.collections ?? [])])];
  const [source, setSource] = useState<DocumentSource>(() => ({
    ...saved,
    collection: saved.collection || (collections[0] ?? ''),
  }));
  const { save, isLoading, error, fieldErrors } = useSourceDetection(savedConnectionId, onDone);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void save(source, setSource);
  };
  return (
    <form ref={onDone ? undefined : scrollIntoView} className={shared['panel']} onSubmit={submit}>
      {!onDone && <p className={shared['hint']}>Choose where the devices’ documents are.</p>}
      <FormField label="Collection" error={fieldErrors.collection}>
        <Autocomplete
          suggestions={collections}
          value={source.collection}
          // fields belong to a collection
          onTextChange={(collection) => setSource({ collection, field: '', time: '' })}
        />
      </FormField>
      <FormField label="Device ID field" error={fieldErrors.field}>
        <Autocomplete
          suggestions={[]}
          placeholder="detected"
          value={source.field}
          onTextChange={(field) => setSource({ ...source, field })}
        />
      </FormField>
      <FormField label="Time field" error={fieldErrors.time}>
        <Autocomplete
          suggestions={[]}
          placeholder="detected"
          value={source.time}
          onTextChange={(time) => setSource({ ...source, time })}
        />
      </FormField>
      {error && <ErrorDetails title="Could not load the documents" error={error} retry={() => submit()} />}
      <Button type="submit" variant="primary" size="form" loading={isLoading}>
        Save
      </Button>
    </form>
  );
}

function scrollIntoView(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' });
}

function useSourceDetection(savedConnectionId: string, onDone?: () => void) {
  const connection = useConnection();
  const { firstPage } = useCurrentConnection();
  const fleetStore = useFleetStore(connection.id);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<Error>();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const detect = async (source: DocumentSource): Promise<{ source: DocumentSource; errors: FieldErrors }> => {
    const found = await detectDocumentSource(connection, firstPage, source, fleetStore.currentFleet);
    if (!found)
      return { source, errors: { collection: `The collection ${source.collection} is empty or does not exist.` } };
    const errors = {
      ...(!found.field && { field: 'No field contains the ID of a loaded device. Enter the name of the field.' }),
      ...(!found.time && { time: 'No field contains times. Enter the name of the field.' }),
    };
    return { source: found, errors };
  };
  const save = async (source: DocumentSource, onDetected: (source: DocumentSource) => void): Promise<void> => {
    if (!source.collection) {
      setFieldErrors({ collection: 'Enter the name of a collection.' });
      return;
    }
    setLoading(true);
    setError(undefined);
    setFieldErrors({});
    try {
      const isTyped = source.field !== '' && source.time !== '';
      const found = isTyped ? { source, errors: {} } : await detect(source);
      onDetected(found.source);
      setFieldErrors(found.errors);
      if (Object.keys(found.errors).length > 0) return;
      addRecentCollection(savedConnectionId, source.collection);
      documentSourceSetting(savedConnectionId).set(found.source);
      onDone?.();
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setLoading(false);
    }
  };
  return { save, isLoading, error, fieldErrors };
}
