/** Marks staff. It comes with a role, and names that sound like it are reserved. */
export const StaffMark = () => (
  <span className="badge held staff-mark" title="Works for Reliquary">
    Staff
  </span>
);
