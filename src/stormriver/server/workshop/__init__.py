"""The workshop: packs that people write at the page, looked at and tried out in processes with limits."""
