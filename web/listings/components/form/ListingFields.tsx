import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { Input, Select } from '../../../ui/Input.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { type Franchise, factionsQuery } from '../../api/catalogueQueries.ts';
import type { ListingForm } from './useListingForm.ts';

const PriceOutcome = partOnDemand(async () => (await import('./fieldParts.ts')).PriceOutcome, null);
const Questions = partOnDemand(async () => (await import('./fieldParts.ts')).Questions, null);
const SoldPrices = partOnDemand(async () => (await import('./fieldParts.ts')).SoldPrices, null);
const ListingShipping = partOnDemand(
  async () => (await import('./fieldParts.ts')).ListingShipping,
  <Skeleton height="6rem" />,
);

const Options = ({ of }: { of: readonly string[] }) =>
  of.map((option) => (
    <option key={option} value={option}>
      {option}
    </option>
  ));

type ListingFieldsProps = {
  form: UseFormReturn<ListingForm>;
  franchises: Franchise[];
  fixedFranchise?: boolean;
  /** Euros: the listing's own rate outside the two zones, if it has one. */
  outside?: number | undefined;
};

/**
 * Shared by create and edit. Changing the franchise clears faction and subfaction; changing the faction clears the
 * subfaction.
 */
export const ListingFields = ({ form, franchises, fixedFranchise = false, outside }: ListingFieldsProps) => {
  const { register, setValue, getValues, watch, clearErrors, formState } = form;
  const [franchiseId, mainFaction, price] = watch(['franchise', 'mainFaction', 'price']);
  const franchise = franchises.find(({ id }) => id === franchiseId);
  const trademarks = franchise?.disclaimerRequired
    ? franchises.filter((other) => other !== franchise).map(({ name }) => name)
    : [];
  const factions = useQuery({ ...factionsQuery(franchise?.name ?? ''), enabled: franchise !== undefined });
  const factionData = factions.data ?? {};
  const subfactions = factionData[mainFaction]?.subfactions ?? [];
  // A select loses a value that was set before its options arrived. Remounting it would lose the focus, so set the
  // value again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the options are others
  useEffect(() => {
    for (const name of ['mainFaction', 'subfaction'] as const) setValue(name, getValues(name));
  }, [factions.dataUpdatedAt, mainFaction]);
  const errorOf = (field: keyof ListingForm) => formState.errors[field]?.message;
  const field = (
    name: Exclude<keyof ListingForm, 'photos' | 'disclaimerAccepted' | 'paintMeant' | 'ownShipping'>,
    onChange?: () => void,
  ) => ({
    ...register(name, {
      onChange: () => {
        clearErrors(name);
        onChange?.();
      },
    }),
    error: errorOf(name),
  });
  const clearFaction = () => {
    setValue('mainFaction', '');
    setValue('subfaction', '');
    setValue('disclaimerAccepted', false);
  };
  return (
    <>
      <Input label="Title" maxLength={100} autoComplete="off" {...field('title')} />
      <div className="form-pair">
        <Select label="Franchise" disabled={fixedFranchise} {...field('franchise', clearFaction)}>
          <option value="">Choose a franchise</option>
          {franchises.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Main faction" {...field('mainFaction', () => setValue('subfaction', ''))} disabled={!franchise}>
          <option value="">{factions.isFetching ? 'Loading...' : 'Choose a faction'}</option>
          <Options of={Object.keys(factionData)} />
        </Select>
        <Select label="Subfaction" optional {...field('subfaction')} disabled={subfactions.length === 0}>
          <option value="">None</option>
          <Options of={subfactions} />
        </Select>
        <Select label="Condition" {...field('condition')}>
          <option value="">Choose a condition</option>
          <Options of={CONDITIONS} />
        </Select>
        <Select label="Paint quality" {...field('paintQuality')}>
          <Options of={PAINT_QUALITIES} />
        </Select>
        <MoneyInput label="Price (€)" typed={price} hint={<PriceOutcome typed={price} />} {...field('price')} />
      </div>
      {franchise && (
        <SoldPrices
          franchise={franchise.id}
          franchiseName={franchise.name}
          faction={mainFaction}
          paintQuality={watch('paintQuality')}
        />
      )}
      <ListingShipping form={form} outside={outside} />
      <Textarea
        label="Description"
        rows={7}
        maxLength={5000}
        hint="Scale, paints, repairs, what is included. For 3D prints: material, who printed it, what still needs doing."
        {...field('description')}
      />
      <Questions form={form} trademarks={trademarks} />
    </>
  );
};
