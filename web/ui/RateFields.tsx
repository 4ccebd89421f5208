import { type ChangeEvent, useEffect, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { countryInSentence } from './countries.ts';
import { MoneyInput } from './MoneyInput.tsx';
import { clampRate } from './rateClamp.ts';
import { RATES, type TypedRates } from './rateRules.ts';

const LABELS: Record<keyof TypedRates, { label: string; hint: (country: string) => string }> = {
  domesticRate: { label: 'Domestic rate (€)', hint: (country) => `Within ${countryInSentence(country)}` },
  continentalRate: {
    label: 'EU and UK rate (€)',
    hint: () => 'To other EU countries, the UK, Switzerland and Norway',
  },
};

type RateFieldsProps = {
  /** The seller's country. */
  country: string;
  typed: TypedRates;
  errors: Partial<Record<keyof TypedRates, { message?: string | undefined } | undefined>>;
  register: (
    name: keyof TypedRates,
    options: { onChange: (event: ChangeEvent<HTMLInputElement>) => void },
  ) => UseFormRegisterReturn;
  onClamp: (name: keyof TypedRates, value: string) => void;
  /** Number of submits; clears the clamp hints. */
  submits: number;
  onType?: (name: keyof TypedRates) => void;
};

/** Two rates; a value out of bounds is clamped while typing, and the field says so. */
export const RateFields = ({ country, typed, errors, register, onClamp, submits, onType }: RateFieldsProps) => {
  const [clamped, setClamped] = useState<Partial<TypedRates>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is sent
  useEffect(() => setClamped({}), [submits]);
  const clamp = (name: keyof TypedRates, text: string) => {
    const { value, message } = clampRate(text);
    onType?.(name);
    if (value !== text) onClamp(name, value);
    setClamped(({ [name]: _, ...others }) => (message ? { ...others, [name]: message } : others));
  };
  return RATES.map((name) => (
    <MoneyInput
      key={name}
      label={LABELS[name].label}
      hint={LABELS[name].hint(country)}
      typed={typed[name]}
      error={clamped[name] ?? errors[name]?.message}
      {...register(name, { onChange: (event) => clamp(name, event.target.value) })}
    />
  ));
};
